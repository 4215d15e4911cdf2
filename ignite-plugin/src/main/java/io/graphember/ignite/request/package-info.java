// SPDX-License-Identifier: Apache-2.0
/** Jobs that clients put into a cache, and how far they are. */
@NullMarked
package io.graphember.ignite.request;

import org.jspecify.annotations.NullMarked;
