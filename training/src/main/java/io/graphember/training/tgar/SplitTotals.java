// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.tgar;

/**
 * What a job learns of all partitions together.
 *
 * @param train vertices that are trained on
 * @param valid vertices that choose the best epoch
 * @param test vertices that measure the result
 * @param classes of each class, those that are trained on; empty if classes are not balanced
 */
public record SplitTotals(long train, long valid, long test, long[] classes) {}
