// Debian's MediaWiki, or the one in `TOHIT_MEDIAWIKI`, newly installed with SQLite and run on loopback.
import assert from "node:assert/strict";
import { appendFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { folder, freePort, packages, php, serve } from "./php.mjs";

/** Settings in which every user may edit everything, also messages and scripts of the site. */
const open = `foreach ( [ 'editinterface', 'editsitejs', 'editsitejson', 'editsitecss', 'noratelimit' ] as $right ) $wgGroupPermissions['*'][$right] = true;\n`;

/** Settings of rendering, as in any wiki. */
const usual = `
wfLoadExtension( 'Gadgets', "$IP/extensions-core/Gadgets/extension.json" );
wfLoadExtension( 'ParserFunctions', "$IP/extensions-core/ParserFunctions/extension.json" );
$wgExtensionAssetsPath = '/extensions-core';
$wgDefaultSkin = 'vector-2022';
$wgJobRunRate = 0;
$wgFavicon = '/resources/assets/change-your-logo-icon.svg';
`;

/**
 * A wiki with further `settings` (PHP). If it `isOpen`, every user may edit everything; else rights are the defaults.
 */
export async function mediawiki(settings = "", { isOpen = true } = {}) {
  const dir = folder("mediawiki");
  const root = join(process.env.TOHIT_MEDIAWIKI ?? packages, "usr/share/mediawiki");
  const port = await freePort();
  const home = `http://127.0.0.1:${port}`;
  for (const name of ["data", "cache", "images"]) mkdirSync(join(dir, name));
  const names = ["--dbtype", "sqlite", "--dbname", "wiki", "--dbpath", join(dir, "data"), "--confpath", dir, "--lang", "en"];
  const install = ["maintenance/install.php", ...names, "--server", home, "--scriptpath", "", "--pass", "correct horse battery", "Tests", "Admin"];
  await php(install, { cwd: root });
  appendFileSync(join(dir, "LocalSettings.php"), `${usual}${isOpen ? open : ""}$wgCacheDirectory = ${JSON.stringify(join(dir, "cache"))};\n$wgUploadDirectory = ${JSON.stringify(join(dir, "images"))};\n${settings}`);
  const env = { MW_CONFIG_FILE: join(dir, "LocalSettings.php") };
  await serve(root, port, env);
  return {
    home,
    /** Who looks after the wiki, its scripts too: the name, and the password. */
    admin: ["Admin", "correct horse battery"],
    /** Somebody new, of no group but those in `words` (`--sysop`): the name, and the password. */
    async user(name, ...words) {
      const password = "wrong donkey charger";
      await php(["maintenance/createAndPromote.php", ...words, name, password], { cwd: root, env: { ...process.env, ...env } });
      return [name, password];
    },
    /** Brings a picture by the same door. */
    async upload(filename, content) {
      const body = new FormData();
      for (const [name, value] of Object.entries({ action: "upload", format: "json", filename, token: "+\\", ignorewarnings: "1" })) body.set(name, value);
      body.set("file", new Blob([content], { type: "image/svg+xml" }), filename);
      const reply = await (await fetch(`${home}/api.php`, { method: "POST", body })).json();
      assert.equal(reply.upload?.result, "Success", JSON.stringify(reply));
    },
    /** Saves an article through the wiki's API; returns its address. */
    async write(title, text) {
      const body = new URLSearchParams({ action: "edit", format: "json", title, text, token: "+\\" });
      const response = await fetch(`${home}/api.php`, { method: "POST", body });
      const reply = await response.json();
      assert.equal(reply.edit?.result, "Success", JSON.stringify(reply));
      return `${home}/index.php?title=${encodeURIComponent(title)}`;
    },
  };
}
