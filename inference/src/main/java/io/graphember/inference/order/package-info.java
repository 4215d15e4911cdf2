// SPDX-License-Identifier: Apache-2.0
/** The order in which rows lie and vertices are visited. */
@NullMarked
package io.graphember.inference.order;

import org.jspecify.annotations.NullMarked;
