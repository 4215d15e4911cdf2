// SPDX-License-Identifier: Apache-2.0
/** Graphs that benchmarks run on: generated, from files, and cut. */
@NullMarked
package io.graphember.benchmarks.graphs;

import org.jspecify.annotations.NullMarked;
