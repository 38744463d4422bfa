// A copy of Debian's DokuWiki, run on loopback.
import assert from "node:assert/strict";
import { cpSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { folder, freePort, packages, serve } from "./php.mjs";

const parts = ["usr/share/dokuwiki", "usr/share/php", "usr/share/php-geshi", "usr/share/javascript", "etc/dokuwiki", "var/lib/dokuwiki/data"];

/** A wiki with `settings` (PHP) and `script` (conf/userscript.js) of its own. */
export async function dokuwiki({ settings = "", script = "" } = {}) {
  const dir = folder("dokuwiki");
  for (const part of parts) cpSync(join(packages, part), join(dir, part), { recursive: true, filter: (file) => !/\/lib\/(plugins|tpl)$/.test(file) });
  for (const part of ["plugins", "tpl"]) cpSync(join(packages, "var/lib/dokuwiki/lib", part), join(dir, "usr/share/dokuwiki/lib", part), { recursive: true });
  const conf = join(dir, "etc/dokuwiki");
  for (const place of ["usr/share/dokuwiki", "etc/dokuwiki"]) move(join(dir, place), dir);
  writeFileSync(join(conf, "local.php"), `<?php\n$conf['title'] = 'Tests';\n$conf['license'] = '';\n${settings}`);
  writeFileSync(join(conf, "userscript.js"), script);
  const port = await freePort();
  const home = `http://127.0.0.1:${port}`;
  await serve(join(dir, "usr/share/dokuwiki"), port);
  return {
    home,
    /** Saves an article as the form of its editor does; gives its address. */
    async write(id, text) {
      const body = new URLSearchParams({ id, do: "save", wikitext: text, date: "", prefix: "", suffix: "", summary: "" });
      const response = await fetch(`${home}/doku.php`, { method: "POST", body, redirect: "manual" });
      assert.ok([302, 303].includes(response.status), `${response.status}: ${await response.text()}`);
      return `${home}/doku.php?id=${id}`;
    },
  };
}

/** Debian's package knows where it is; so the copy learns where it is now. */
function move(place, dir) {
  for (const entry of readdirSync(place, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.(php|conf)$/.test(entry.name)) continue;
    const file = join(entry.parentPath ?? entry.path, entry.name);
    const text = readFileSync(file, "utf8");
    const moved = text.replaceAll(/(?<=['"])\/(usr\/share|etc\/dokuwiki|var\/lib\/dokuwiki)(?=\/)/g, `${dir}/$1`);
    if (moved !== text) writeFileSync(file, moved);
  }
}
