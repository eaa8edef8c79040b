import { dayName, daysAgo, shortTime } from "../../../Web/ui/time-format.js";
import { same, suite } from "../support/harness.js";
import { minute, noon } from "./items.js";

const test = suite("times in words");
const day = 86_400_000;

test("days are counted by the calendar, not by hours", () => {
  const morning = new Date(2026, 4, 20, 0, 5).getTime();
  same(daysAgo(morning - 10 * minute, morning), 1);
  same(daysAgo(morning, morning + 23 * 60 * minute), 0);
});

test("a day with an hour less or more is one day", () => {
  for (let month = 0; month < 12; month += 1) {
    for (let date = 1; date < 28; date += 1) {
      const [one, next] = [new Date(2026, month, date, 12), new Date(2026, month, date + 1, 12)];
      same(daysAgo(one.getTime(), next.getTime()), 1);
    }
  }
});

test("today and yesterday are called so", () => {
  same([dayName(noon, noon), dayName(noon - day, noon)], ["Today", "Yesterday"]);
  same(shortTime(noon - day, noon), "Yesterday");
});

test("another year is named", () => same(dayName(new Date(2024, 1, 3).getTime(),
  noon).includes("2024"), true));

test("a clock that runs fast does not lead into words about days to come", () =>
  same(shortTime(noon + 2 * day, noon).length > 0, true));
