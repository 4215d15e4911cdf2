// SPDX-License-Identifier: Apache-2.0
package io.graphember.client;

import java.util.Optional;

/**
 * A vertex that was read, to be looked up again by its key.
 *
 * @param key the user's key: a Long or a String
 * @param label name of its class; empty if it has none
 */
public record SampledVertex(Object key, Optional<String> label) {}
