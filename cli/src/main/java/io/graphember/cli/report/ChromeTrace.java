// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.graphember.client.api.Json;
import io.graphember.client.api.observe.StepSpan;
import io.graphember.client.api.observe.TrainerTrace;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The first steps of trainers in Chrome's Trace Event Format, for Perfetto and {@code
 * chrome://tracing}: a process for each trainer, a line for each of its threads, and a complete
 * event ({@code ph} {@code X}) for each part of a step, in microseconds since the first of all.
 *
 * @param displayTimeUnit unit in which viewers show times
 * @param traceEvents the events
 */
public record ChromeTrace(String displayTimeUnit, List<Event> traceEvents) {
  /**
   * An event.
   *
   * @param name part of a step, or what a metadata event tells
   * @param ph {@code X} of a part, {@code M} of metadata
   * @param pid number of the trainer
   * @param tid number of the thread
   * @param ts when it began; null of metadata
   * @param dur how long it took; null of metadata
   * @param args of metadata the name of the process
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Event(
      String name,
      String ph,
      int pid,
      long tid,
      @Nullable Long ts,
      @Nullable Long dur,
      @Nullable Map<String, String> args) {}

  /** The text of a trace file. */
  public static String of(List<TrainerTrace> traces) {
    final long first =
        traces.stream()
            .flatMap(trace -> trace.spans().stream())
            .mapToLong(StepSpan::startMicros)
            .min()
            .orElse(0);
    final List<Event> events = new ArrayList<>();
    for (TrainerTrace trace : traces) {
      final String name = "trainer %d on %s".formatted(trace.trainer(), trace.node());
      events.add(
          new Event("process_name", "M", trace.trainer(), 0, null, null, Map.of("name", name)));
      for (StepSpan span : trace.spans()) {
        events.add(
            new Event(
                span.part(),
                "X",
                trace.trainer(),
                span.thread(),
                span.startMicros() - first,
                span.micros(),
                null));
      }
    }
    return Json.write(new ChromeTrace("ms", events)) + "\n";
  }
}
