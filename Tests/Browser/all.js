import "./identity/vector.tests.js";
