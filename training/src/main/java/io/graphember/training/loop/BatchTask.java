// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.loop;

import io.graphember.training.task.LabeledVertices;

/**
 * One batch to be sampled.
 *
 * @param vertices seeds and their classes; may be empty
 * @param fanouts neighbours per vertex of hop 1, 2, ...
 * @param key key of the batch's random streams
 * @param scale factor of the loss sum
 */
record BatchTask(LabeledVertices vertices, int[] fanouts, long key, float scale) {}
