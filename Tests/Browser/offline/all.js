import "./network-first.tests.js";
import "./page-manifest.tests.js";
import "./page-cache.tests.js";
import "./woken.tests.js";
import "./referrers.tests.js";
