import "./model.tests.js";
