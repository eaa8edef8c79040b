import "./encoding/encoding.tests.js";
import "./encoding/origin.tests.js";
import "./crypto/hash.tests.js";
import "./crypto/p256.tests.js";
import "./identity/vector.tests.js";
import "./identity/proof.tests.js";
import "./identity/negative-case.tests.js";
