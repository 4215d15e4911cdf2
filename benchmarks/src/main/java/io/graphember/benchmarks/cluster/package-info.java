// SPDX-License-Identifier: Apache-2.0
/** Nodes that benchmarks run on. */
@NullMarked
package io.graphember.benchmarks.cluster;

import org.jspecify.annotations.NullMarked;
