// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.delta;

import java.util.List;

/**
 * Masters of partitions that are asked for. Not to be changed.
 *
 * @param keys of each vertex type, as texts, each once; they may be anywhere or nowhere
 * @param withRows of each vertex type, how many of the keys, from the first on, are asked for with
 *     their features and targets
 */
public record SealedRequest(List<List<String>> keys, int[] withRows) {}
