// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.seed;

import io.graphember.training.task.SplitDraw;
import java.util.Optional;

/**
 * How the labelled vertices of a graph are split: as they came, or as a job draws them.
 *
 * @param drawn how they are drawn; empty for the split that came with the graph
 * @param first labelled vertices of all partitions before each one: a vertex is drawn by its number
 *     among all labelled ones
 * @param classes number of classes to count among those that are trained on; 0 for not at all
 */
public record SplitRule(Optional<SplitDraw> drawn, long[] first, int classes) {}
