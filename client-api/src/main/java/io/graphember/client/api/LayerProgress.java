// SPDX-License-Identifier: Apache-2.0
package io.graphember.client.api;

/**
 * How far inference over a whole graph is.
 *
 * @param layer number of the layer, from 0
 * @param layers number of layers
 * @param done vertices that are through it
 * @param total vertices
 * @param rows rows that partitions keep to read no others, at most
 */
public record LayerProgress(int layer, int layers, long done, long total, long rows) {}
