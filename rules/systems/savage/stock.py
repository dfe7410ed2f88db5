from rules.engine.system import StockItem

STOCK: tuple[StockItem, ...] = ()
