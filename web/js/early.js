// Runs before the page is first shown, so that nothing jumps or flashes: the form of the page by
// its size and its surroundings, and the theme that the address asks for.
(() => {
  const html = document.documentElement;
  const asked = new URLSearchParams(location.hash.slice(1));
  const theme = asked.get("theme");
  html.dataset.theme = ["light", "dark"].includes(theme) ? theme : "";
  html.dataset.ui = asked.get("ui") ?? "";
  const framed = window.parent !== window;

  // Full: stage and side panel above the transport. Stack: the panel goes under the stage.
  // Figure: stage, a sentence or two and the transport fit into what there is, without scrolling.
  const form = () => {
    const w = window.innerWidth;
    const h = window.innerHeight;
    const figure = html.dataset.ui === "figure" || h < 600 || framed && w < 560;
    html.dataset.form = figure ? "figure" : w >= 900 ? "full" : "stack";
  };
  window.addEventListener("resize", form);
  new MutationObserver(form).observe(html, { attributeFilter: ["data-ui"] });
  form();
})();
