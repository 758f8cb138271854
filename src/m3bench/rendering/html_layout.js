(() => {
  const LEAST_CONTRAST = 2, COLOURFUL = 150, SMALLEST = 6;
  // Of letters with what is behind them (WCAG, and a distance in RGB that is as good), and in pixels.
  const free = document.createElement("style");
  free.textContent = "*{pointer-events:auto!important}";
  document.documentElement.append(free);
  const reach = (element, x, y) => {
    const found = document.elementFromPoint(x, y);
    return found !== null && (found === element || element.contains(found));
  };
  const faint = (element) => {
    for (let each = element; each; each = each.parentElement)
      if (Number(getComputedStyle(each).opacity) < 0.3) return true;
    return false;
  };
  const seen = (element, rect) => {
    window.scrollTo(0, rect.top + rect.height / 2 - innerHeight / 2);
    const moved = window.scrollY;
    const shares = [0.02, 0.25, 0.5, 0.75, 0.98];
    return shares.every((share) =>
      [0.3, 0.5, 0.7].every((down) =>
        reach(element, rect.left + share * rect.width, rect.top + down * rect.height - moved)));
  };
  const colour = (text) => {
    const parts = (text.match(/[\d.]+/g) || []).map(Number);
    return text.startsWith("rgb") && parts.length >= 3 ? [...parts.slice(0, 3), parts[3] ?? 1] : null;
  };
  const over = (top, below) => [0, 1, 2].map((at) => top[at] * top[3] + below[at] * (1 - top[3]));
  const painted = (style) => style.backgroundImage !== "none" || (colour(style.backgroundColor) || [0, 0, 0, 1])[3] > 0;
  // What is behind a text, as far as it is plain: of a picture, nothing can be said.
  const ground = (x, y) => {
    const layers = [];
    for (const each of document.elementsFromPoint(x, y)) {
      const style = getComputedStyle(each), plain = colour(style.backgroundColor);
      const drawn = ["::before", "::after"].map((name) => getComputedStyle(each, name))
        .some((part) => part.content !== "none" && part.content !== "normal" && painted(part));
      if (each.matches("img,picture,video,canvas,svg,svg *") || drawn || style.backgroundImage !== "none" || !plain) return null;
      layers.push(plain);
      if (plain[3] === 1) break;
    }
    return layers.reverse().reduce((below, top) => over(top, below), [255, 255, 255]);
  };
  const luminance = (rgb) => {
    const [red, green, blue] = rgb.map((level) => level / 255)
      .map((share) => (share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const clear = (style, rect) => {
    const ink = colour(style.webkitTextFillColor);
    const outlined = style.textShadow !== "none" || parseFloat(style.webkitTextStrokeWidth) > 0;
    window.scrollTo(0, rect.top + rect.height / 2 - innerHeight / 2);
    const behind = ground(rect.left + rect.width / 2, rect.top + rect.height / 2 - window.scrollY);
    if (!ink || outlined || !behind) return true;
    const shown = over(ink, behind), [one, other] = [luminance(shown), luminance(behind)];
    return Math.hypot(...shown.map((level, at) => level - behind[at])) >= COLOURFUL ||
      (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05) >= LEAST_CONTRAST;
  };
  const texts = [];
  const body = document.body || document.documentElement;
  const walker = document.createTreeWalker(body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode() && texts.length < 2000) {
    const node = walker.currentNode, element = node.parentElement;
    if (!node.data.trim() || !element || element.closest("script,style,noscript,option,textarea,title")) continue;
    const style = getComputedStyle(element), range = document.createRange();
    range.selectNodeContents(node);
    window.scrollTo(0, 0);
    const rects = [...range.getClientRects()].filter((each) => each.width > 1 && each.height > 1);
    const there = rects.length > 0 && style.visibility === "visible";
    if (!there) continue;
    texts.push({
      text: node.data.trim().slice(0, 80),
      size: parseFloat(style.fontSize),
      shown: !faint(element) && rects.every((each) =>
        each.height >= SMALLEST && seen(element, each) && clear(style, each)),
    });
  }
  window.scrollTo(0, 0);
  const images = [...document.images].slice(0, 200).map((each) => {
    const box = each.getBoundingClientRect();
    const ratio = box.width / Math.max(box.height, 1), own = each.naturalWidth / Math.max(each.naturalHeight, 1);
    return {
      source: each.currentSrc || each.src,
      loaded: each.complete && each.naturalWidth > 0 && getComputedStyle(each).visibility === "visible",
      box: [box.left, box.top, box.right, box.bottom],
      distorted: getComputedStyle(each).objectFit === "fill" && Math.abs(ratio / own - 1) > 0.05,
    };
  });
  return {
    window: innerWidth,
    wide: Math.max(document.documentElement.scrollWidth, body.scrollWidth),
    words: body.innerText.slice(0, 200000),
    texts,
    images,
  };
})()
