// Browsers start no worker from a page on the disk. There, the search runs in a hidden frame.
if (location.protocol === "file:") {
  window.IFrameWorker = window.Worker = class extends EventTarget {
    constructor(url) {
      super();
      this.frame = document.createElement("iframe");
      this.frame.hidden = true;
      this.frame.srcdoc = `<script src="${url}"></` + "script>";
      this.ready = new Promise((resolve) => (this.frame.onload = resolve)).then(() => {
        this.frame.contentWindow.postMessage = (data) =>
          this.dispatchEvent(new MessageEvent("message", { data }));
      });
      document.body.append(this.frame);
    }

    async postMessage(data) {
      await this.ready;
      this.frame.contentWindow.dispatchEvent(new MessageEvent("message", { data }));
    }

    terminate() {
      this.frame.remove();
    }
  };
}
