// SPDX-License-Identifier: Apache-2.0
/**
 * Work on a cluster of processes while faults happen to it, and what must come of it all the same.
 */
@NullMarked
package io.graphember.benchmarks.chaos;

import org.jspecify.annotations.NullMarked;
