"""Pages that try to reach an address, as HTML. ADDRESS is a host and a port, PORT the port alone."""

from __future__ import annotations

_STAY = """<script>
const end = Date.now() + 1200, stay = () => {
  if (Date.now() < end) { new Image().src = 'more.png?' + Math.random(); setTimeout(stay, 40) } }
stay()</script>"""
"""A page is drawn once it has asked for nothing more for a moment."""

_PARTS = """<link rel=preconnect href=http://ADDRESS><link rel=dns-prefetch href=//ADDRESS>
<link rel=prefetch href=http://ADDRESS/prefetch><link rel=prerender href=http://ADDRESS/prerender>
<link rel=icon href=http://ADDRESS/icon><link rel=stylesheet href=http://ADDRESS/style>
<link rel=manifest href=http://ADDRESS/manifest><link rel=modulepreload href=http://ADDRESS/module>
<style>@import 'http://ADDRESS/import'; @font-face { font-family: f; src: url(http://ADDRESS/font) }
p { font-family: f; background: url(http://ADDRESS/background) }</style>
<img src=http://ADDRESS/img><iframe src=http://ADDRESS/frame></iframe><object data=http://ADDRESS/object></object>
<embed src=http://ADDRESS/embed><video src=http://ADDRESS/video autoplay></video><audio src=http://ADDRESS/audio></audio>
<video><track default src=http://ADDRESS/track></video><script src=http://ADDRESS/script></script>
<svg><image href=http://ADDRESS/svg /></svg><iframe srcdoc="<img src=http://ADDRESS/srcdoc>"></iframe>
<iframe src="data:text/html,<script>fetch('http://ADDRESS/data')</script>"></iframe>
<a id=a href=#x ping=http://ADDRESS/ping>a</a><p>words</p>
<iframe name=f></iframe><form id=form target=f method=post action=http://ADDRESS/form></form>"""

_SCRIPTS = """<script>
const all = [
  () => fetch('http://ADDRESS/fetch', {mode: 'no-cors', keepalive: true}),
  () => { const x = new XMLHttpRequest(); x.open('POST', 'http://ADDRESS/xhr'); x.send('a') },
  () => new WebSocket('ws://ADDRESS/socket'),
  () => new EventSource('http://ADDRESS/events'),
  () => navigator.sendBeacon('http://ADDRESS/beacon', 'a'),
  () => new WebTransport('https://ADDRESS/transport'),
  () => window.open('http://ADDRESS/window'),
  () => document.getElementById('a').click(),
  () => document.getElementById('form').submit(),
  () => import('http://ADDRESS/import.js'),
  () => new Worker(URL.createObjectURL(new Blob([code('worker')]))),
  () => new SharedWorker('data:text/javascript,' + encodeURIComponent(code('shared'))),
  () => navigator.serviceWorker.register('service.js'),
  () => { const c = document.createElement('script'); c.type = 'speculationrules';
          c.text = '{"prefetch":[{"urls":["http://ADDRESS/speculation"]}]}'; document.head.append(c) },
]
function code(name) {
  return `try { fetch('http://ADDRESS/${name}', {mode: 'no-cors'}) } catch {}
          try { new WebSocket('ws://ADDRESS/${name}-socket') } catch {}
          try { new WebTransport('https://ADDRESS/${name}-transport') } catch {}` }
for (const one of all) { try { Promise.resolve(one()).catch(() => 0) } catch {} }
</script>"""

_CALLS = """<script>
const servers = ['stun:127.0.0.1:PORT', 'stun:[::1]:PORT', 'stun:localhost:PORT'].map(urls => ({urls}))
for (const way of ['', '?transport=tcp'])
  servers.push({urls: 'turn:127.0.0.1:PORT' + way, username: 'a', credential: 'b'})
servers.push({urls: 'turns:127.0.0.1:PORT', username: 'a', credential: 'b'})
async function call(settings) {
  const here = new RTCPeerConnection(settings), there = new RTCPeerConnection()
  here.createDataChannel('a')
  const offer = await here.createOffer()
  await here.setLocalDescription(offer)
  await there.setRemoteDescription(offer)
  await here.setRemoteDescription(await there.createAnswer())
  for (const host of ['127.0.0.1', '::1']) for (const way of ['udp', 'tcp'])
    here.addIceCandidate({sdpMid: '0', candidate: `candidate:1 1 ${way} 2130706431 ${host} PORT typ host`
      + (way == 'tcp' ? ' tcptype passive' : '')}).catch(() => 0)
}
call({iceServers: servers}); call({})</script>"""

PAGES = {
    "parts": _PARTS + _STAY,
    "scripts": _PARTS[_PARTS.index("<a id=a") :] + _SCRIPTS + _STAY,
    "calls": _CALLS + _STAY,
    "calls-in-frames": f"<iframe srcdoc='{_CALLS.replace(chr(39), '&apos;')}'></iframe>{_STAY}",
    "refresh": f"<meta http-equiv=refresh content='0;url=http://ADDRESS/refresh'>{_STAY}",
}

FILES = """<body style="margin:0"><img src="FILE" width=50 height=50><iframe src="FILE"></iframe>
<object data="FILE"></object><embed src="FILE"><div style="background:url(FILE);height:50px"></div>
<link rel=stylesheet href="FILE"><svg><image href="FILE" width=50 height=50 /></svg>
<script>fetch('FILE').then(r => r.text()).then(t => document.body.append(t)).catch(() => 0)
window.open('FILE')</script>"""


def page(name: str, port: int) -> bytes:
    """Return a page that tries to reach a port of loopback."""
    text = f"<!doctype html><title>Page</title>{PAGES[name]}"
    return text.replace("ADDRESS", f"127.0.0.1:{port}").replace("PORT", str(port)).encode()
