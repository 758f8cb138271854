// Texts that stand out too little from what is behind them: a ratio of luminances below 4.5 (WCAG 2.2, 1.4.3).
() => {
  const channels = (color) => color.match(/[\d.]+/g).map(Number);
  const weights = [0.2126, 0.7152, 0.0722];
  const linear = (part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
  const light = (color) => weights.reduce((sum, weight, at) => sum + weight * linear(channels(color)[at] / 255), 0);
  const opaque = (element) => (channels(getComputedStyle(element).backgroundColor)[3] ?? 1) === 1;
  const behind = (element) => {
    const box = element.closest("g.call")?.querySelector("rect");
    if (box) return getComputedStyle(box).fill;
    let ground = element;
    while (!opaque(ground)) ground = ground.parentElement;
    return getComputedStyle(ground).backgroundColor;
  };
  const pale = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const [text, element] = [texts.currentNode.textContent.trim(), texts.currentNode.parentElement];
    if (!text || element.closest(":disabled") || !element.checkVisibility()) continue;
    const front = getComputedStyle(element)[element instanceof SVGElement ? "fill" : "color"];
    const [high, low] = [light(front), light(behind(element))].sort((one, other) => other - one);
    const ratio = (high + 0.05) / (low + 0.05);
    if (ratio < 4.5) pale.push(`${ratio.toFixed(2)}: ${text}`);
  }
  return pale;
}
