// SPDX-License-Identifier: Apache-2.0
/** Pages in a real browser. */
package io.graphember.it.page;
