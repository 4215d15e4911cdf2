// SPDX-License-Identifier: Apache-2.0
/**
 * The door of a node: the service interface, and what travels through it as JSON text. Bulk data
 * travels as pieces, see {@link io.graphember.schema.piece.Piece}.
 */
@NullMarked
package io.graphember.client.api;

import org.jspecify.annotations.NullMarked;
