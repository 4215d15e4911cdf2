// SPDX-License-Identifier: Apache-2.0
package io.graphember.client.api.predict;

import org.jspecify.annotations.Nullable;

/**
 * What a model says of a vertex: what a job would publish of it.
 *
 * @param key as text
 * @param label name of the most probable class; null if the model has learned no classes
 * @param classIndex number of that class; -1 if there is none
 * @param probabilities of each class; empty if there are none; not copied
 * @param values a number for each target: what is learned of it, or the probability of each of
 *     several labels; empty if the model has learned no targets; not copied
 * @param embedding its embedding; empty unless it was asked for, or the model has learned of edges;
 *     not copied
 */
public record PredictedVertex(
    String key,
    @Nullable String label,
    int classIndex,
    float[] probabilities,
    float[] values,
    float[] embedding) {
  /** Number of a class that is not there. */
  public static final int NO_CLASS = -1;
}
