import Metrics

/// The counters of one route, made once so that a request only counts.
struct RouteMetrics: Sendable {
  private let answers: [Counter]
  private let duration: Metrics.Timer

  init(route: String, factory: any MetricsFactory) {
    answers = (1...5).map { hundred in
      Counter(
        label: "http_requests_total",
        dimensions: [("route", route), ("status", "\(hundred)xx")], factory: factory)
    }
    duration = Metrics.Timer(
      label: "http_request_duration_seconds", dimensions: [("route", route)], factory: factory)
  }

  func record(status: Int, since start: ContinuousClock.Instant) {
    answers[min(max(status / 100, 1), 5) - 1].increment()
    let elapsed = (ContinuousClock.now - start).components
    duration.recordNanoseconds(
      elapsed.seconds * 1_000_000_000 + elapsed.attoseconds / 1_000_000_000)
  }
}
