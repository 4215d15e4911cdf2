// SPDX-License-Identifier: Apache-2.0
package io.graphember.client.api;

/**
 * Where results are: an ordinary Ignite cache, one entry for each vertex, by the user's key.
 *
 * @param kind {@code predictions} or {@code embeddings}
 * @param cache name of the cache
 * @param version version of the publication
 * @param entries number of entries
 * @param stringKeys true if keys are strings, false if they are 64-bit integers
 */
public record Publication(
    String kind, String cache, long version, long entries, boolean stringKeys) {}
