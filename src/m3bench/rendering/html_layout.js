(() => {
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
      shown: !faint(element) && rects.every((each) => seen(element, each)),
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
