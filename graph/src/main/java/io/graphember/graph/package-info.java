// SPDX-License-Identifier: Apache-2.0
/**
 * A graph in its partitions: settings of a load, errors. Ids are in {@code id}, the way from pieces
 * to partitions in {@code build}, partitioners in {@code partition}, what a node holds of a
 * partition in {@code store}, rows of features in {@code rows}.
 */
package io.graphember.graph;
