// SPDX-License-Identifier: Apache-2.0
/** Graphs that benchmarks run on: generated, from files, and cut. */
package io.graphember.benchmarks.graphs;
