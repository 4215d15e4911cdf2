// SPDX-License-Identifier: Apache-2.0
/** Scores of edges and the best candidates of vertices. */
package io.graphember.jobs.pairs;
