// SPDX-License-Identifier: Apache-2.0
/** Dot products of one row with others, by the Vector API and in scalar Java. */
@NullMarked
package io.graphember.kernels.product;

import org.jspecify.annotations.NullMarked;
