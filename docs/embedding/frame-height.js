// Gives bare frames of the calculator the height of what is in them. For an article's or a site's own script; HOST is the calculator's origin.
(function () {
  "use strict";
  var HOST = "https://example.org";
  addEventListener("message", function (event) {
    var message = event.data;
    if (event.origin !== HOST || !message || message.tohit !== 1 || message.type !== "height") return;
    if (!(message.height > 0 && message.height < 20000)) return;
    Array.prototype.forEach.call(document.getElementsByTagName("iframe"), function (frame) {
      if (frame.contentWindow === event.source) frame.style.height = message.height + "px";
    });
  });
})();
