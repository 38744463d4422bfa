import { chromium } from "playwright-core";
import { serve, dist } from "./harness.mjs";
const [,, path="", width="1280", height="800", dark="", out="/tmp/s.png", full="", act=""] = process.argv;
const home = await serve(dist, "/t/", true);
const b = await chromium.launch({executablePath:"/usr/bin/chromium", args:["--no-sandbox","--disable-gpu"]});
const c = await b.newContext({viewport:{width:+width,height:+height}, colorScheme: dark?"dark":"light", hasTouch:+width<600, isMobile:+width<600, serviceWorkers:"block"});
const p = await c.newPage();
p.on("console", m=>console.log(m.type(), m.text())); p.on("pageerror", e=>console.log("ERR", String(e).slice(0,600)));
p.on("requestfailed", r=>console.log("failed", r.url()));
await p.goto(home+path);
try { await p.locator("html[data-started]").waitFor({state:"attached", timeout:8000}); } catch(e) { console.log("not started"); }
if (act) { await (new Function("p", "return (async()=>{"+act+"})()"))(p); await p.waitForTimeout(500);}
await p.screenshot({path:out, fullPage:!!full});
await b.close(); process.exit(0);
