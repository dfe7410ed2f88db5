// The line to the server, opened while the page itself is still coming: its answers are under way by the time that the page's
// modules run. What is told until then is kept in order, and `socket.js` takes it over. Not a module for that reason: it stands
// at the top of the body, and needs nothing but what is said there.
(() => {
  const [{ dataset }, root] = [document.body, document.documentElement.dataset];
  const number = (/** @type {string | undefined} */ said) => (said === undefined ? null : Number(said));
  const who = () => ({ table: dataset.table, role: dataset.as ?? dataset.role, seq: Number(dataset.seq), said: number(dataset.said), language: root.asked });
  const socket = window.io({ transports: ["websocket"], auth: (give) => give(who()) });

  /** @type {[name: string, ...told: unknown[]][]} */
  const kept = [];
  socket.onAny((name, ...told) => kept.push([name, ...told]));
  for (const name of ["connect", "disconnect", "connect_error"]) socket.on(name, (...told) => kept.push([name, ...told]));

  window.battlematLine = {
    socket,
    takeOver() {
      socket.offAny();
      socket.off();
      return kept;
    },
  };
})();
