import "./answers.tests.js";
import "./kept-set.tests.js";
import "./keeping.tests.js";
