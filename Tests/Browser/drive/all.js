import "./model.tests.js";
import "./uploads.tests.js";
