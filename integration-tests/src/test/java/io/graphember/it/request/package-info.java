// SPDX-License-Identifier: Apache-2.0
/** Jobs that clients of any language put into a cache. */
package io.graphember.it.request;
