// SPDX-License-Identifier: Apache-2.0
package io.graphember.benchmarks;

import java.util.ArrayList;
import java.util.List;

/**
 * What was measured in one or several JVMs.
 *
 * @param name what
 * @param unit of the values
 * @param better {@code higher} or {@code lower}
 * @param target what is asked for; null for nothing
 * @param limit the machine's own, measured in the same run; null where none exists
 * @param where {@code in process} or {@code 3 JVMs}
 * @param runs every run
 */
record Measurement(
    String name,
    String unit,
    String better,
    Double target,
    Double limit,
    String where,
    List<Double> runs) {

  static Measurement higher(String name, String unit, List<Double> runs) {
    return new Measurement(name, unit, "higher", null, null, "in process", runs);
  }

  static Measurement lower(String name, String unit, List<Double> runs) {
    return new Measurement(name, unit, "lower", null, null, "in process", runs);
  }

  Measurement withTarget(double asked) {
    return new Measurement(name, unit, better, asked, limit, where, runs);
  }

  Measurement withLimit(double machine) {
    return new Measurement(name, unit, better, target, machine, where, runs);
  }

  Measurement in(String place) {
    return new Measurement(name, unit, better, target, limit, place, runs);
  }

  /** The same measurement with the runs of another JVM. */
  Measurement and(Measurement other) {
    List<Double> all = new ArrayList<>(runs);
    all.addAll(other.runs);
    return new Measurement(name, unit, better, target, limit, where, all);
  }
}
