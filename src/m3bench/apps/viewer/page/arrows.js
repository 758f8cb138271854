// Curves between elements, drawn over the box that holds them, and drawn again when it changes its size.

import { drawn } from "./dom.js";

export class Overlay {
  constructor(host, name) {
    this.host = host;
    // It has no size of its own, or it would keep the box from becoming smaller.
    this.svg = drawn("svg", {
      width: 1, height: 1, class: `overlay ${name}`, "aria-hidden": "true",
    });
    host.prepend(this.svg);
    this.curves = [];
    this.observer = new ResizeObserver(() => this.draw());
  }

  start() {
    this.observer.observe(this.host);
  }

  stop() {
    this.observer.disconnect();
  }

  // Each curve: { from, to, course, ...what `made` needs }.
  show(curves, made) {
    this.curves = curves;
    this.made = made;
    this.draw();
  }

  draw() {
    const frame = this.host.getBoundingClientRect();
    this.svg.replaceChildren(...this.curves.flatMap((curve) => {
      const [from, to] = [curve.from, curve.to].map((each) => placed(each, frame, this.host));
      return from && to ? this.made(curve, curve.course(from, to)) : [];
    }));
  }
}

function placed(element, frame, host) {
  const box = element?.getBoundingClientRect();
  if (!box || (!box.width && !box.height)) return null;
  const [x, y] = [box.x - frame.x + host.scrollLeft, box.y - frame.y + host.scrollTop];
  return { left: x, right: x + box.width, top: y, bottom: y + box.height, middle: x + box.width / 2, centre: y + box.height / 2 };
}

export function across(from, to) {
  const bend = Math.max(16, (to.left - from.right) / 2);
  return `M${from.right},${from.centre} C${from.right + bend},${from.centre} ${to.left - bend},${to.centre} ${to.left},${to.centre}`;
}

const NEAR = 60;
const GUTTER = 20;

// To the next lane an arrow goes straight down; further, in the same column, it goes around what lies between.
export function down(from, to) {
  const far = to.top - from.bottom > NEAR;
  if (far && Math.abs(from.left - to.left) < GUTTER) return around(from, to);
  const bend = Math.max(18, Math.abs(to.top - from.bottom) / 2);
  return `M${from.middle},${from.bottom} C${from.middle},${from.bottom + bend} ${to.middle},${to.top - bend - 4} ${to.middle},${to.top - 4}`;
}

function around(from, to) {
  const [x, end] = [from.left - GUTTER, to.left - 3];
  return `M${from.left},${from.centre} C${x},${from.centre} ${x},${from.centre} ${x},${from.centre + GUTTER} `
    + `L${x},${to.centre - GUTTER} C${x},${to.centre} ${x},${to.centre} ${end},${to.centre}`;
}
