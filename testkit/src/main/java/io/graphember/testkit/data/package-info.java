// SPDX-License-Identifier: Apache-2.0
/** Graphs that tests run on. */
@NullMarked
package io.graphember.testkit.data;

import org.jspecify.annotations.NullMarked;
