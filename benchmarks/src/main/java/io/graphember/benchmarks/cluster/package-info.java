// SPDX-License-Identifier: Apache-2.0
/** Nodes that benchmarks run on. */
package io.graphember.benchmarks.cluster;
