// SPDX-License-Identifier: Apache-2.0
/**
 * The vertices that a job learns: their labels and splits stay with their partitions, the
 * coordinator has their numbers, and each trainer has its own.
 */
@NullMarked
package io.graphember.jobs.seed;

import org.jspecify.annotations.NullMarked;
