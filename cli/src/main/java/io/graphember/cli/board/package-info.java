// SPDX-License-Identifier: Apache-2.0
/** A page that shows what a cluster does. */
@NullMarked
package io.graphember.cli.board;

import org.jspecify.annotations.NullMarked;
