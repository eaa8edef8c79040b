import "./format.tests.js";
import "./text-change.tests.js";
import "./content.tests.js";
import "./outbox.tests.js";
import "./session.tests.js";
import "./presence.tests.js";
