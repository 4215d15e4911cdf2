// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.cluster;

import java.io.Serializable;
import java.util.function.UnaryOperator;

/**
 * Makes another value of one, where that one is. Travels between nodes, so its class is no record
 * and is named among those that nodes send one another.
 *
 * @param <V> values
 */
public interface ValueChange<V> extends UnaryOperator<V>, Serializable {}
