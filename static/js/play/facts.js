// What the GM says instead of the map: the value that a field for a fact has come to, as a command says it.

/** Read a fact. `fields` are all that belong to it: one, or a box or number for each of several.
 *  @param {PageElement} field
 *  @param {PageElement[]} fields */
export function factValue(field, fields) {
  const { value, dataset: { type } } = field;
  if (type === "many") return fields.filter((box) => box.checked).map((box) => box.value);
  if (type === "each") return Object.fromEntries(fields.filter((one) => one.value !== "").map((one) => [one.dataset.of, Number(one.value)]));
  if (type === "numbers") return value.split(/[,;\s]+/).filter(Boolean).map(Number);
  if (type === "bool") return ["true", "yes"].includes(value);
  return type === "number" ? Number(value) : value;
}
