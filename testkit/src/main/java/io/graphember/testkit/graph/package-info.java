// SPDX-License-Identifier: Apache-2.0
/** Graphs as text, for tests that a reader can check by eye. */
package io.graphember.testkit.graph;
