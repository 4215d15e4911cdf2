// SPDX-License-Identifier: Apache-2.0
package io.graphember.benchmarks.measure;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What was measured in one or several JVMs.
 *
 * @param name what
 * @param unit of the values
 * @param better {@code higher} or {@code lower}
 * @param target what is asked for; null for nothing
 * @param limit the machine's own, measured in the same run; null where none exists
 * @param asked what the target is of the limit of the machine that it was set on; null for unknown
 * @param where {@code in process} or {@code 3 JVMs}
 * @param runs every run
 */
public record Measurement(
    String name,
    String unit,
    String better,
    @Nullable Double target,
    @Nullable Double limit,
    @Nullable Double asked,
    String where,
    List<Double> runs) {

  public static Measurement higher(String name, String unit, List<Double> runs) {
    return new Measurement(name, unit, "higher", null, null, null, "in process", runs);
  }

  public static Measurement lower(String name, String unit, List<Double> runs) {
    return new Measurement(name, unit, "lower", null, null, null, "in process", runs);
  }

  /** Milliseconds, of runs whose seconds were measured. */
  public static Measurement milliseconds(String name, List<Double> seconds) {
    return lower(name, "ms", seconds.stream().map(s -> 1e3 * s).toList());
  }

  public Measurement withTarget(double value) {
    return new Measurement(name, unit, better, value, limit, null, where, runs);
  }

  /**
   * The same measurement with a target.
   *
   * @param limitThere limit of the machine that the target was set on
   */
  public Measurement withTarget(double value, double limitThere) {
    return new Measurement(name, unit, better, value, limit, value / limitThere, where, runs);
  }

  public Measurement withLimit(double machine) {
    return new Measurement(name, unit, better, target, machine, asked, where, runs);
  }

  public Measurement in(String place) {
    return new Measurement(name, unit, better, target, limit, asked, place, runs);
  }

  /** The same measurement with the runs of another JVM. */
  public Measurement and(Measurement other) {
    List<Double> all = new ArrayList<>(runs);
    all.addAll(other.runs);
    return new Measurement(name, unit, better, target, limit, asked, where, all);
  }
}
