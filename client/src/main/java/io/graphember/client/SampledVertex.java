// SPDX-License-Identifier: Apache-2.0
package io.graphember.client;

/**
 * A vertex that was read, to be looked up again by its key.
 *
 * @param key the user's key: a Long or a String
 * @param label name of its class, or null
 */
public record SampledVertex(Object key, String label) {}
