// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.loop;

import io.graphember.training.job.HopRules;
import io.graphember.training.task.LabeledVertices;

/**
 * One batch to be sampled.
 *
 * @param vertices seeds and their classes; may be empty
 * @param rules which neighbours it takes
 * @param key key of the batch's random streams
 * @param scale factor of the loss sum
 */
record BatchTask(LabeledVertices vertices, HopRules rules, long key, float scale) {}
