// SPDX-License-Identifier: Apache-2.0
/**
 * How a client reaches its cluster: addresses, login, TLS, and the reason where it does not.
 *
 * <p>{@link io.graphember.client.connect.ConnectionSettings} is what users say; {@link
 * io.graphember.client.connect.NodeConnection} and {@link
 * io.graphember.client.connect.ResultConnection} keep it.
 */
@NullMarked
package io.graphember.client.connect;

import org.jspecify.annotations.NullMarked;
