"""The options of Chromium: the same picture everywhere, and nothing that reaches beyond it."""

from __future__ import annotations

_LOOK = (
    "--headless=new",
    "--remote-debugging-pipe",
    "--disable-gpu",
    "--hide-scrollbars",
    "--no-first-run",
    "--no-default-browser-check",
    "--disable-extensions",
    "--disable-dev-shm-usage",
    "--force-color-profile=srgb",
    "--force-device-scale-factor=1",
    "--font-render-hinting=none",
    "--mute-audio",
    "--lang=en-US",
)
_FEATURES = (
    "AutofillServerCommunication",
    "CertificateTransparencyComponentUpdater",
    "DialMediaRouteProvider",
    "MediaRouter",
    "NetworkTimeServiceQuerying",
    "OptimizationHints",
    "PreconnectToSearch",
    "Translate",
    "WebRtcHideLocalIpsWithMdns",  # it announces names to the local network
)
# Requests are answered by us. What escapes that finds no host and no way out: not even the proxy has an
# address, as somebody could listen there.
_NO_NETWORK = (
    "--host-resolver-rules=MAP * ~NOTFOUND",
    "--proxy-server=http://proxy.invalid:9",
    "--proxy-bypass-list=<-loopback>",
    "--webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",  # its name in older versions
    "--dns-prefetch-disable",
    "--disable-quic",
    "--disable-background-networking",
    "--disable-breakpad",
    "--disable-client-side-phishing-detection",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-domain-reliability",
    "--disable-sync",
    "--metrics-recording-only",
    "--no-pings",
    f"--disable-features={','.join(_FEATURES)}",
)
_NO_DEVICES = (
    "--deny-permission-prompts",
    "--disable-notifications",
    "--disable-speech-api",
    "--disable-blink-features=Serial,WebBluetooth,WebHID,WebNFC,WebUSB",
)
OPTIONS = (*_LOOK, *_NO_NETWORK, *_NO_DEVICES)
